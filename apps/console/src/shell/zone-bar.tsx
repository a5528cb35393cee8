import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import type { Me } from '../person.ts';
import { machineZone, showCity, showIn, shownZone, showZone } from '../time.ts';
import { Button } from '../ui/button.tsx';
import classes from './shell.module.css';

/** Offers the computer's zone where it differs from the person's own; who keeps the own one is asked once a zone. */
export default function ZoneBar({ me }: { me: Me }) {
  const t = useWords('common');
  const save = useWrite('updateMe');
  const [isKept, setKept] = useState(false);
  const [own, machine] = [shownZone(), machineZone()];
  const { preferences } = me;
  if (isKept || preferences.keptZoneIn === machine) return null;
  const keep = () => {
    setKept(true);
    save.mutate({ body: { preferences: { ...preferences, keptZoneIn: machine } } });
  };
  const use = () =>
    save.mutate({ body: { timeZone: machine } }, { onSuccess: () => showIn(machine) });
  const names = { own: showCity(own), machine: showCity(machine) };
  return (
    <div role="status" className={classes.zone}>
      <span>{t('zone.text', { own: showZone(own), machine: showZone(machine) })}</span>
      <Button size="compact-sm" variant="default" loading={save.isPending} onClick={use}>
        {t('zone.use', names)}
      </Button>
      <Button size="compact-sm" variant="subtle" writes onClick={keep}>
        {t('zone.keep', names)}
      </Button>
    </div>
  );
}
