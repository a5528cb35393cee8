/** The fields of a colleague that a column of a file may hold, the ones that are needed first. */
export const importFields = [
  'firstName',
  'paternalLastName',
  'userEmail',
  'staffType',
  'maternalLastName',
  'middleName',
  'email',
  'jobPosition',
  'contactPhone.number',
  'contactPhone.countryCode',
  'dateOfBirth',
  'platformLanguage',
  'timeZone',
  'legalResidence',
  'commissionCurrency',
  'isActive',
  'partnerUuid',
] as const;
export type ImportField = (typeof importFields)[number];

/** Lists what a column must hold; the rest has a value that suits all rows. */
export const needed: readonly ImportField[] = ['firstName', 'paternalLastName', 'userEmail'];

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();

/** Names that files give to columns besides the fields' own words. */
const known: Partial<Record<ImportField, readonly string[]>> = {
  firstName: ['nombre', 'nombres', 'name', 'givenname', 'firstname'],
  paternalLastName: ['apellido', 'apellidos', 'apellidopaterno', 'lastname', 'surname'],
  maternalLastName: ['segundoapellido', 'apellidomaterno', 'apellido2'],
  userEmail: ['correo', 'email', 'mail', 'correoelectronico', 'usuario', 'login'],
  email: ['correodecontacto', 'contactemail'],
  staffType: ['funcion', 'rol', 'role', 'perfil', 'tipo', 'kind'],
  jobPosition: ['cargo', 'puesto', 'position', 'title', 'jobtitle'],
  'contactPhone.number': ['telefono', 'fono', 'tel', 'celular', 'movil', 'phone', 'mobile'],
  'contactPhone.countryCode': ['prefijo', 'codigopais', 'phonecode'],
  dateOfBirth: ['nacimiento', 'birthdate', 'birthday'],
  platformLanguage: ['idioma', 'language'],
  timeZone: ['zona', 'zonahoraria', 'zone'],
  isActive: ['activo', 'estado', 'active', 'status'],
};

/** Returns the field of each column: what the server says, else what its name says, each field once. */
export function guessColumns(
  columns: readonly { name: string; field: string | null }[],
  labelOf: (field: string) => string,
): (ImportField | null)[] {
  const own = columns.map(({ field }) => importFields.find((each) => each === field) ?? null);
  const taken = new Set(own.filter((field) => field !== null));
  // A file with one address means the one to sign in with.
  if (taken.has('email') && !taken.has('userEmail') && columns.every(({ name }) => !isLogin(name)))
    own[own.indexOf('email')] = 'userEmail';
  return columns.map(({ name }, at) => {
    const sure = own[at];
    if (sure) return sure;
    const wanted = folded(name);
    const found = importFields.find(
      (field) =>
        !own.includes(field) &&
        (folded(labelOf(field)) === wanted || known[field]?.includes(wanted)),
    );
    if (!found) return null;
    own[at] = found;
    return found;
  });
}

const isLogin = (name: string) =>
  known.userEmail?.includes(folded(name)) && folded(name) !== 'email';
