import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showAgo, showDate } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { NewToken } from './new-token.tsx';
import classes from './settings.module.css';

type Token = { tokenUuid: string; name: string };

/** The tokens by which the person's own programs call the API, and the ways to make and end one. */
export function Tokens() {
  const t = useWords('settings');
  const tokens = useRead('listPersonalTokens', {});
  const remove = useWrite('deletePersonalToken');
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Token>();
  return (
    <Section
      title={t('tokens.title')}
      acts={
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          {t('tokens.add')}
        </Button>
      }
    >
      <Read of={tokens}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.text}>{t('tokens.none')}</p>
          ) : (
            <ul className={classes.rows}>
              {rows.map((row) => (
                <li key={row.tokenUuid}>
                  <IconKey size={20} stroke={1.7} aria-hidden className={classes.icon} />
                  <div className={classes.grow}>
                    <strong>{row.name}</strong>
                    <span>
                      {row.lastUsedAt
                        ? t('sessions.used', { ago: showAgo(row.lastUsedAt) })
                        : t('tokens.unused')}
                      {' · '}
                      {t('tokens.until', { date: showDate(row.expiresAt) })}
                    </span>
                  </div>
                  <Button size="xs" variant="subtle" onClick={() => setLeaving(row)}>
                    {t('tokens.end')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      {isAdding && <NewToken close={() => setAdding(false)} />}
      {leaving && (
        <Confirm
          title={t('tokens.endTitle', { name: leaving.name })}
          isOpen
          close={() => setLeaving(undefined)}
          act={t('tokens.end')}
          isDestructive
          isRunning={remove.isPending}
          run={() =>
            remove.mutate(
              { path: { tokenUuid: leaving.tokenUuid } },
              { onSuccess: () => setLeaving(undefined) },
            )
          }
        >
          <p>{t('tokens.endText')}</p>
          {remove.error && <ErrorCard error={remove.error} />}
        </Confirm>
      )}
    </Section>
  );
}
