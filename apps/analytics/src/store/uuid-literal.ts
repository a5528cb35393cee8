/** Returns a UUID as text of a statement, where it cannot be bound. Throws for anything else. */
export function uuidLiteral(uuid: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)) throw new Error('Not a UUID');
  return `toUUID('${uuid}')`;
}
