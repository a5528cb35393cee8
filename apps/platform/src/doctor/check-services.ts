import { type Check, codeOf, fail, gravest, ok, skipped } from './finding.ts';

const limitMs = 8_000;
const how = () => ({ signal: AbortSignal.timeout(limitMs), redirect: 'manual' as const });

export const engine: Check = async ({ config, fetch }) => {
  try {
    const { status } = await fetch(`${config.analyticsUrl}/health/ready`, how());
    return status === 200 ? ok('Analytics is ready') : fail(`Analytics is not ready (${status})`);
  } catch (error) {
    return fail(`Analytics does not answer at ANALYTICS_URL (${codeOf(error)})`);
  }
};

export const mail: Check = async ({ config, greetMailServer }) => {
  const { smtpUrl } = config.mail;
  if (!smtpUrl)
    return skipped('SMTP_URL is not set: mails wait, or lie in the mailbox of development');
  try {
    await greetMailServer(smtpUrl);
    return ok('The mail server takes the login');
  } catch (error) {
    const code = codeOf(error);
    return code === 'EAUTH'
      ? fail('The mail server refuses the login of SMTP_URL')
      : fail(`No mail server answers at SMTP_URL (${code})`);
  }
};

export const store: Check = async ({ store: objects }) => {
  const key = `doctor/${crypto.randomUUID()}`;
  const body = Buffer.from('doctor');
  try {
    await objects.write(key, body, 'text/plain');
    const read = await objects.read(key);
    await objects.remove([key]);
    if (read?.equals(body)) return ok('An object was written, read and removed');
    return fail('An object was written and not found again');
  } catch (error) {
    return fail(`The store of uploads cannot be used (${codeOf(error)})`);
  }
};

export const calendars: Check = async ({ config, fetch }) => {
  const configured = config.calendar.providers.filter(({ clientId }) => clientId !== '');
  if (configured.length === 0) return skipped('No calendar provider is configured');
  const found = await Promise.all(
    configured.map(async ({ alias, tokenUrl, baseUrl }) => {
      try {
        // Whatever it answers, it was reached.
        for (const url of [tokenUrl, baseUrl]) await fetch(url, how());
        return ok(alias);
      } catch (error) {
        return fail(`${alias} is not reached (${codeOf(error)})`);
      }
    }),
  );
  return gravest(found, ok(`Reached: ${configured.map(({ alias }) => alias).join(', ')}`));
};
