import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ApiError } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useStages } from '../records/use-lists.ts';
import { MenuItem } from '../ui/menu-item.tsx';
import { useProblem } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './people.module.css';

type Props = { contactUuid: string; stageName: string | null; name: string };

/** The stage of a person, which another one can be chosen for at once, with Undo. */
export function StageMenu({ contactUuid, stageName, name }: Props) {
  const t = useWords('people');
  const { options, labelOf } = useStages();
  const write = useWrite('updateContact');
  const move = async (to: string | null, isUndo = false) => {
    try {
      await write.mutateAsync({ path: { contactUuid }, body: { stageName: to } });
      const undo = isUndo ? {} : { undo: () => void move(stageName, true) };
      toast({
        message: t('stage.moved', { name, stage: to ? labelOf(to) : t('stage.none') }),
        ...undo,
      });
    } catch {
      // The row keeps its stage and says so below.
    }
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes.stage}
          aria-label={t('stage.change', {
            name,
            stage: stageName ? labelOf(stageName) : t('stage.none'),
          })}
        >
          <span>{stageName ? labelOf(stageName) : t('stage.none')}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('stage.moveTo')}</Menu.Label>
        {options.map(({ value, label }) => (
          <MenuItem
            key={value}
            rightSection={value === stageName ? <IconCheck size={14} aria-hidden /> : undefined}
            disabled={value === stageName}
            onClick={() => void move(value)}
          >
            {label}
          </MenuItem>
        ))}
      </Menu.Dropdown>
      {write.error && <Failed error={write.error} />}
    </Menu>
  );
}

function Failed({ error }: { error: ApiError }) {
  const { title } = useProblem(error);
  return (
    <span role="alert" className={classes.failed}>
      {title}
    </span>
  );
}
