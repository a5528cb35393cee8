import type { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../api.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './firm.module.css';

type Light = { ok: boolean; detail: string; at: string };
type Props<Name extends string, Found extends Light> = {
  words: { title: string; act: string; text: string };
  icon: typeof IconRefresh;
  names: readonly Name[];
  /** Reads what is found, once it is asked for. */
  useCheck: (isAsked: boolean) => UseQueryResult<Record<Name, Found>, ApiError>;
  labelOf: (name: Name) => string;
  say: (name: Name, light: Found) => string;
};

/** Looks at something when asked, and shows a light and words for each part of it. */
export function CheckLights<Name extends string, Found extends Light>(props: Props<Name, Found>) {
  const { words, icon: Icon, names, useCheck, labelOf, say } = props;
  const [isAsked, setAsked] = useState(false);
  const check = useCheck(isAsked);
  return (
    <Section
      title={words.title}
      acts={
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          loading={check.isFetching}
          onClick={() => (isAsked ? void check.refetch() : setAsked(true))}
        >
          {words.act}
        </Button>
      }
    >
      {isAsked ? (
        <Read of={check} skeleton={<Lines count={3} height={28} />}>
          {(data) => (
            <ul className={classes.lights} role="status">
              {names.map((name) => {
                const { ok, detail, at } = data[name];
                return (
                  <li key={name}>
                    <Chip tone={ok ? 'good' : detail === 'NOT_ASKED' ? 'plain' : 'bad'}>
                      {labelOf(name)}
                    </Chip>
                    <span className={classes.muted}>
                      {say(name, data[name])} · {showAgo(at)}
                    </span>
                  </li>
                );
              })}
            </ul>
          )}
        </Read>
      ) : (
        <p className={classes.muted}>{words.text}</p>
      )}
    </Section>
  );
}
