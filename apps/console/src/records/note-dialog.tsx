import { Group } from '@mantine/core';
import { useState } from 'react';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { queryClient, useRead, useWrite } from '../data.ts';
import { noteKinds } from '../enumerations.ts';
import type { FieldOf } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import { showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { ErrorCard, isApiError, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Field } from './field.tsx';
import classes from './note.module.css';
import { RecordForm } from './record-form.tsx';

type Note = AnswerOf<'getNote'>;
type Props = {
  noteUuid: string;
  close: () => void;
};

/** A whole note: read, changed, deleted, and what it said before. */
export default function NoteDialog({ noteUuid, close }: Props) {
  const t = useWords('timeline');
  const note = useRead('getNote', { path: { noteUuid } });
  const [does, setDoes] = useState<'READ' | 'EDIT' | 'DELETE'>('READ');
  const read = () => setDoes('READ');
  if (does === 'DELETE') return <Delete noteUuid={noteUuid} keep={read} close={close} />;
  return (
    <Dialog title={t('notes.title')} isOpen close={close} size="lg">
      <Read of={note} skeleton={<Lines count={4} />}>
        {(own) => (
          <>
            <p className={classes.quiet}>
              {[
                t(`notes.kinds.${own.kind}`),
                own.authorName,
                showTime(own.occurredAt ?? own.createdAt),
              ].join(' · ')}
            </p>
            {does === 'EDIT' ? (
              <Edit note={own} close={read} />
            ) : (
              <Whole note={own} edit={() => setDoes('EDIT')} remove={() => setDoes('DELETE')} />
            )}
            <Earlier noteUuid={noteUuid} />
          </>
        )}
      </Read>
    </Dialog>
  );
}

type WholeProps = { note: Note; edit: () => void; remove: () => void };

function Whole({ note: { text, canEdit }, edit, remove }: WholeProps) {
  const t = useWords('timeline');
  const common = useWords('common');
  const why = canEdit ? {} : { 'aria-describedby': 'note-why' };
  return (
    <>
      <p className={classes.text}>{text}</p>
      {!canEdit && (
        <p id="note-why" className={classes.quiet}>
          {t('notes.notYours')}
        </p>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="red" disabled={!canEdit} onClick={remove} {...why}>
          {t('notes.delete')}
        </Button>
        <Button variant="default" disabled={!canEdit} onClick={edit} {...why}>
          {common('edit')}
        </Button>
      </Group>
    </>
  );
}

type EditProps = { note: Note; close: () => void };

function Edit({ note, close }: EditProps) {
  const t = useWords('timeline');
  const common = useWords('common');
  const write = useWrite('updateNote');
  const path = { noteUuid: note.noteUuid };
  const fields: Field<FieldOf<'updateNote'>>[] = [
    {
      path: 'kind',
      label: t('notes.kind'),
      kind: 'choice',
      isRequired: true,
      options: noteKinds.map((value) => ({ value, label: t(`notes.kinds.${value}`) })),
    },
    { path: 'text', label: t('notes.text'), kind: 'long', isRequired: true },
  ];
  return (
    <RecordForm
      operation="updateNote"
      fields={fields}
      record={note}
      send={(body, { headers }) => write.mutateAsync({ path, body, headers })}
      saved={(now) => {
        if (now) queryClient.setQueryData(['getNote', { path }], now);
        close();
        toast({ message: common('saved') });
      }}
      close={close}
      act={common('save')}
      draft={`note:${note.noteUuid}`}
      reread={() => call('getNote', { path })}
    />
  );
}

/** The texts that a note had before, read when somebody asks for them. */
function Earlier({ noteUuid }: { noteUuid: string }) {
  const t = useWords('timeline');
  const [isOpen, setOpen] = useState(false);
  const versions = useRead('listNoteVersions', { path: { noteUuid } }, { enabled: isOpen });
  return (
    <details className={classes.earlier} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('notes.earlier')}</summary>
      {isOpen && (
        <Read of={versions} skeleton={<Lines count={2} />}>
          {(all) => (
            <>
              {all.length === 0 && <p className={classes.quiet}>{t('notes.unchanged')}</p>}
              <ol className={classes.versions}>
                {all.map(({ version, kind, text, writtenAt }) => (
                  <li key={version}>
                    <span className={classes.quiet}>
                      {t(`notes.kinds.${kind}`)} · {showTime(writtenAt)}
                    </span>
                    <p className={classes.text}>{text}</p>
                  </li>
                ))}
              </ol>
            </>
          )}
        </Read>
      )}
    </details>
  );
}

type DeleteProps = { noteUuid: string; keep: () => void; close: () => void };

function Delete({ noteUuid, keep, close }: DeleteProps) {
  const t = useWords('timeline');
  const [error, setError] = useState<ApiError>();
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    setError(undefined);
    try {
      await call('deleteNote', { path: { noteUuid } });
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
      return;
    } finally {
      setRunning(false);
    }
    close();
    toast({ message: t('notes.deleted') });
    // Everything but the note itself, which is not found any more.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [id] }) => id !== 'getNote' && id !== 'listNoteVersions',
    });
  };
  return (
    <Confirm
      title={t('notes.deleteTitle')}
      isOpen
      close={keep}
      act={t('notes.delete')}
      run={() => void run()}
      isDestructive
      isRunning={isRunning}
    >
      <p className={classes.quiet}>{t('notes.deleteText')}</p>
      {error && <ErrorCard error={error} />}
    </Confirm>
  );
}
