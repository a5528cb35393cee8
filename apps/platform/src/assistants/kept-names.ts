/** What names of such fields say, as letters and digits in lower case. */
const telling =
  /identi(ty|dad|fica)|document|account|cuenta|passw|contrasen|secret|passport|pasaporte|cedula|carnet|tarjeta|clabe|iban|socialsec|driv(er|ing)s?licen|(tax|fiscal|national|personal|citizen|civil|resident|licen[cs]e|card|routing)(id$|number|num|no$|nr$)|id(number|num|no|card)$/;

/** Words that name a number of identity or of an account, and that are within many others. */
const words = new Set(
  'rut run dni nie nif cif nit curp rfc cpf cnpj cuit cuil ruc rif ssn nin nino tin itin ein vat pan bsn pesel cbu cvu cvv cvc pin bic swift taxid'.split(
    ' ',
  ),
);

/** Fields that may hold any of that. */
const anything = new Set(['customfields', 'changes']);

/**
 * Returns whether no assistant gets what a field of this name holds, in whatever spelling: numbers of
 * identity and accounts, documents, secrets.
 */
export function isKept(name: string): boolean {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split('.')
    .some((part) => {
      const letters = part.toLowerCase().replace(/[^a-z0-9]+/g, '');
      const stem = letters.replace(/(number|num|numero|no|nr|id|code)$/, '');
      return (
        anything.has(letters) ||
        telling.test(letters) ||
        words.has(stem) ||
        // In `runAt` it is the verb.
        wordsIn(part).some((word) => word !== 'run' && words.has(word))
      );
    });
}

/** Returns the words of a name, as `client` and `rut` of `clientRut`, `client_rut` and `CLIENT-RUT`. */
const wordsIn = (name: string): string[] =>
  name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
