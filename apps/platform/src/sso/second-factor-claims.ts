/** The ways of RFC 8176 by what they are: something known, something had, somebody. */
const kinds: Readonly<Record<string, string>> = {
  pwd: 'KNOWN',
  pin: 'KNOWN',
  kba: 'KNOWN',
  otp: 'HAD',
  hwk: 'HAD',
  swk: 'HAD',
  pop: 'HAD',
  sc: 'HAD',
  sms: 'HAD',
  tel: 'HAD',
  fpt: 'BEING',
  face: 'BEING',
  iris: 'BEING',
  retina: 'BEING',
  vbm: 'BEING',
};

/** The contexts that mean more than one factor, as providers and their profiles name them. */
const contexts = [
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor-physical',
  'https://refeds.org/profile/mfa',
  'urn:okta:loa:2fa:any',
  'phr',
  'phrh',
  'mfa',
  'aal2',
  'aal3',
];

/** Returns whether a provider says that more than one factor was used, by `amr` or `acr`. */
export function hasSecondFactor({ amr, acr }: Record<string, unknown>): boolean {
  const ways = [amr].flat().map(String);
  const used = new Set(ways.flatMap((way) => kinds[way] ?? []));
  return ways.includes('mfa') || used.size > 1 || contexts.includes(String(acr).toLowerCase());
}
