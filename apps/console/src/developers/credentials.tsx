import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { SecretOnce } from '../settings/secret-once.tsx';
import { showAgo, showDate } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './developers.module.css';
import { NewCredential } from './new-credential.tsx';

type Credential = AnswerOf<'listCredentials'>[number];
type Asked = { act: 'ROTATE' | 'DELETE'; credential: Credential };

/** The keys by which the firm's programs call the API: how far they reach, when they were last used. */
export function Credentials() {
  const t = useWords('developers');
  const credentials = useRead('listCredentials', {});
  const remove = useWrite('deleteCredential');
  const rotate = useWrite('rotateCredential');
  const [search, change] = useSearch<'developers'>();
  const closeNew = () => change({ open: undefined });
  const [asked, setAsked] = useState<Asked>();
  const [made, setMade] = useState<{ clientId: string; clientSecret: string | null }>();
  const close = () => {
    setAsked(undefined);
    remove.reset();
    rotate.reset();
  };
  const run = ({ act, credential: { credentialUuid, name } }: Asked) => {
    const path = { credentialUuid };
    if (act === 'DELETE')
      return remove.mutate(
        { path },
        {
          onSuccess: () => {
            close();
            toast({ message: t('keys.deleted', { name }) });
          },
        },
      );
    rotate.mutate(
      { path },
      {
        onSuccess: (answer) => {
          close();
          setMade(answer);
        },
      },
    );
  };
  const isDeletion = asked?.act === 'DELETE';
  const error = remove.error ?? rotate.error;
  return (
    <Section
      title={t('keys.title')}
      acts={
        <Button size="xs" variant="default" onClick={() => change({ open: 'key' })}>
          {t('keys.new')}
        </Button>
      }
    >
      <Read of={credentials}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.muted}>{t('keys.none')}</p>
          ) : (
            <ul className={classes.rows}>
              {rows.map((row) => (
                <li key={row.credentialUuid}>
                  <IconKey size={20} stroke={1.7} aria-hidden className={classes.icon} />
                  <div className={classes.grow}>
                    <strong>{row.name}</strong>
                    <code>{row.clientId}</code>
                    <span>
                      {[
                        row.lastUsedAt
                          ? t('keys.used', { ago: showAgo(row.lastUsedAt) })
                          : t('keys.unused'),
                        row.expiresAt ? t('keys.until', { date: showDate(row.expiresAt) }) : '',
                        row.roles[0] && t(`keys.roles.${row.roles[0]}`),
                        t('keys.scopes', { count: row.scopes.length }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </div>
                  <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconRefresh size={16} aria-hidden />}
                    aria-label={t('keys.rotateOne', { name: row.name })}
                    onClick={() => setAsked({ act: 'ROTATE', credential: row })}
                  >
                    {t('keys.rotate')}
                  </Button>
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    aria-label={t('keys.deleteOne', { name: row.name })}
                    onClick={() => setAsked({ act: 'DELETE', credential: row })}
                  >
                    {t('keys.delete')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      {search.open === 'key' && (
        <NewCredential
          close={closeNew}
          done={(answer) => {
            closeNew();
            setMade(answer);
          }}
        />
      )}
      {asked && (
        <Confirm
          title={t(isDeletion ? 'keys.deleteTitle' : 'keys.rotateTitle', {
            name: asked.credential.name,
          })}
          isOpen
          close={close}
          act={t(isDeletion ? 'keys.delete' : 'keys.rotate')}
          isDestructive={isDeletion}
          isRunning={remove.isPending || rotate.isPending}
          run={() => run(asked)}
        >
          <p>{t(isDeletion ? 'keys.deleteText' : 'keys.rotateText')}</p>
          {error && <ErrorCard error={error} />}
        </Confirm>
      )}
      {made?.clientSecret && (
        <SecretOnce
          title={t('keys.onceTitle')}
          beside={{ label: t('keys.clientId'), value: made.clientId }}
          secret={{ label: t('keys.secret'), value: made.clientSecret }}
          close={() => setMade(undefined)}
        />
      )}
    </Section>
  );
}
