/** The requests of a tour, the same with either client. */
export function person(mark: string) {
  const userEmail = `adviser.${mark}@staff.example`;
  const password = `a long password ${mark}`;
  return {
    firm: `Andes ${mark}`,
    code: `ANDES-${mark}`,
    staff: {
      firstName: 'Matías',
      paternalLastName: 'Soto',
      userEmail,
      email: userEmail,
      password,
      confirmPassword: password,
      staffType: 'ADVISOR',
      staffRole: 'ADVISOR',
      legalResidence: 'CL',
      timeZone: 'America/Santiago',
      platformLanguage: 'SPANISH',
      commissionCurrency: 'CLP',
    },
    contact: {
      firstName: 'Elena',
      paternalLastName: 'Fuentes',
      contactType: 'PROSPECT',
      contactMeans: 'EMAIL',
      preferredContactLanguage: 'SPANISH',
      firmType: 'TENANT',
      contactManagerFirmType: 'TENANT',
      status: 'ACTIVE',
    },
    meeting: {
      title: 'Revisión anual',
      startDateTime: '2035-03-01T10:00:00',
      endDateTime: '2035-03-01T11:00:00',
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
    },
  } as const;
}

export type Person = ReturnType<typeof person>;
