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

/** Returns the parts of a name as it is written: one or two given names, then one or two of the family. */
export function partsOfName(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [firstName = '', ...rest] = words;
  const middleName = rest.length > 2 ? rest.slice(0, -2).join(' ') : null;
  const [paternalLastName = '', maternalLastName = null] = rest.slice(-2);
  return { firstName, middleName, paternalLastName, maternalLastName };
}
