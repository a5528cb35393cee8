import { usePerson } from '../person.ts';

/** Tells a password manager whose password a form takes: a field that nobody sees. */
export function AccountOfForm() {
  const user = usePerson();
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={user?.email ?? ''}
      readOnly
      hidden
    />
  );
}
