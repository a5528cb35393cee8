import { IconChevronRight, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { SecretOnce } from '../settings/secret-once.tsx';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Read } from '../ui/states.tsx';
import classes from './developers.module.css';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointSheet } from './endpoint-sheet.tsx';
import { EndpointState } from './endpoint-state.tsx';

/** The addresses that are told what happens in the firm. */
export function Endpoints() {
  const t = useWords('developers');
  const [search, change] = useSearch<'developers'>();
  const endpoints = useRead('listWebhookEndpoints', {});
  const closeNew = () => change({ open: undefined });
  const [secret, setSecret] = useState<string | null>();
  return (
    <Section
      title={t('hooks.title')}
      acts={
        <Button size="xs" variant="default" onClick={() => change({ open: 'webhook' })}>
          {t('hooks.new')}
        </Button>
      }
    >
      <Read of={endpoints}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.muted}>{t('hooks.none')}</p>
          ) : (
            <ul className={classes.rows}>
              {rows.map((row) => (
                <li key={row.endpointUuid}>
                  <Link
                    href={pathTo('developers', { endpoint: row.endpointUuid })}
                    className={classes.way}
                  >
                    <IconWebhook size={20} stroke={1.7} aria-hidden className={classes.icon} />
                    <span className={classes.grow}>
                      <strong>{row.url ?? t('hooks.isRead')}</strong>
                      <span>
                        {[
                          row.description,
                          row.eventTypes.length === 0
                            ? t('hooks.allEvents')
                            : t('hooks.events', { count: row.eventTypes.length }),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                    <EndpointState endpoint={row} />
                    <IconChevronRight size={18} aria-hidden className={classes.icon} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      {search.open === 'webhook' && (
        <Dialog title={t('hooks.new')} isOpen close={closeNew} size="lg">
          <EndpointForm
            close={closeNew}
            done={(answer) => {
              closeNew();
              setSecret(answer.secret);
            }}
          />
        </Dialog>
      )}
      {secret && (
        <SecretOnce
          title={t('hooks.onceTitle')}
          secret={{ label: t('hooks.secret'), value: secret }}
          close={() => setSecret(undefined)}
        />
      )}
      {search.endpoint && (
        <EndpointSheet
          key={search.endpoint}
          endpointUuid={search.endpoint}
          close={() => change({ endpoint: undefined })}
        />
      )}
    </Section>
  );
}
