import { useQueries } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useStaffNames } from '../staff-names.ts';
import { showNumber } from '../time.ts';
import { Figure } from '../ui/figure.tsx';
import { Section } from '../ui/page.tsx';
import { Bars } from '../ui/plots.tsx';
import { Lines } from '../ui/states.tsx';

/** So many people are compared: two questions each. */
const most = 12;

/** Shows how many incomplete records and open tasks each adviser has. */
export function TeamLoad() {
  const t = useWords('queue');
  const managers = useRead(
    'listContactFilterValues',
    { body: { field: 'contactManagerId', size: most } },
    { staleTime: 300_000 },
  );
  const uuids = (managers.data?.values ?? []) as string[];
  const nameOf = useStaffNames(uuids);
  const loads = useQueries({
    queries: uuids.map((uuid) => ({
      queryKey: ['load', uuid],
      queryFn: () => loadOf(uuid),
      staleTime: 60_000,
    })),
  });
  const rows = uuids
    .flatMap((uuid, index) => {
      const name = nameOf(uuid);
      const load = loads[index]?.data;
      return name && load ? [{ name, ...load }] : [];
    })
    .sort((a, b) => b.papers + b.tasks - a.papers - a.tasks);
  const [first] = rows;
  const isLoading = managers.isPending || loads.some(({ isPending }) => isPending);
  return (
    <Section title={t('load.title')}>
      {isLoading ? (
        <div aria-busy="true">
          <Lines count={6} height={16} />
        </div>
      ) : (
        first && (
          <Figure
            sentence={t('load.sentence', { name: first.name })}
            table={{
              columns: [t('load.name'), t('load.papers'), t('load.tasks')],
              rows: rows.map(({ name, papers, tasks }) => [name, papers, tasks]),
            }}
          >
            <Bars
              label={t('load.title')}
              bars={rows.map(({ name, papers, tasks }) => ({
                label: name,
                value: papers + tasks,
                shown: showNumber(papers + tasks),
              }))}
            />
          </Figure>
        )
      )}
    </Section>
  );
}

async function loadOf(uuid: string) {
  const filters = [
    { field: 'contactManagerId', operator: 'EQUALS', value: uuid },
    { field: 'readinessMissing', operator: 'GREATER_THAN', value: 0 },
  ];
  const [papers, tasks] = await Promise.all([
    call('filterContacts', { body: { filters, size: 1 } }),
    call('listTasks', { query: { assigneeUuid: uuid, status: 'OPEN', size: 1 } }),
  ]);
  return { papers: papers.totalElements, tasks: tasks.totalElements };
}
