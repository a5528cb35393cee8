type Named = {
  displayName?: string | null | undefined;
  firstName: string;
  paternalLastName: string;
  maternalLastName?: string | null | undefined;
};

/** Returns a person's whole name: first, paternal, maternal. */
export function nameOf({ firstName, paternalLastName, maternalLastName }: Named): string {
  return [firstName, paternalLastName, maternalLastName].filter(Boolean).join(' ');
}
