import { Kbd } from '@mantine/core';
import { useWords } from '../i18n/words.ts';
import { shownKey, useKeyList } from '../keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import classes from './shell.module.css';

const groups = ['go', 'page', 'list'] as const;

/** Every key that works on this screen. */
export default function KeysSheet({ close }: { close: () => void }) {
  const t = useWords('common');
  // Of two acts on the same key the first runs.
  const keys = useKeyList().filter(
    ({ keys: own }, at, all) => own !== '' && all.findIndex((each) => each.keys === own) === at,
  );
  return (
    <Dialog title={t('keys.sheet')} isOpen close={close} size="lg">
      <div className={classes.keyGroups}>
        {groups.map((group) => {
          const own = keys.filter((key) => (key.group ?? 'page') === group);
          if (own.length === 0) return null;
          return (
            <section key={group}>
              <h3 className={classes.keyGroup}>{t(`keys.groups.${group}`)}</h3>
              <dl className={classes.keyList}>
                {own.map((key) => (
                  <div key={key.keys}>
                    <dt>{key.label}</dt>
                    <dd>
                      {key.keys.split(/[ +]/).map((each) => (
                        <Kbd key={each} size="xs">
                          {shownKey(each)}
                        </Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
