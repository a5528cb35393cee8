import { defineMail, type MailDefinition } from '../../mail/outbox/define-mail.ts';
import { type DueTask, findDueTasks, findReader } from './queries.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

// Nobody reads in the evening what a day begins with.
const hours = 6;

const words = {
  SPANISH: {
    locale: 'es',
    hello: 'Buenos días',
    subject: (count: number) => (count === 1 ? '1 tarea para hoy' : `${count} tareas para hoy`),
    lead: 'Estas tareas vencen hoy o están vencidas.',
    today: 'Hoy',
    overdue: 'Vencida',
    high: 'prioridad alta',
    more: (count: number) => `Y ${count} más.`,
    open: 'Abrir las tareas',
    off: 'Puede desactivar este correo en Mi cuenta.',
    unsubscribe: 'No recibir más este correo',
  },
  ENGLISH: {
    locale: 'en-GB',
    hello: 'Good morning',
    subject: (count: number) => (count === 1 ? '1 task for today' : `${count} tasks for today`),
    lead: 'These tasks are due today or overdue.',
    today: 'Today',
    overdue: 'Overdue',
    high: 'high priority',
    more: (count: number) => `And ${count} more.`,
    open: 'Open the tasks',
    off: 'You can switch this e-mail off in My account.',
    unsubscribe: 'Stop sending me this e-mail',
  },
};

/** Mails staff in the morning of their own zone what is due for them. */
export const morningMail = (links: UnsubscribeLinks): MailDefinition =>
  defineMail<{ day: string }>({
    triedForHours: hours,
    findReader: (tx, mail) => findReader(tx, mail, hours),
    write: async (tx, { about: { day }, mail, reader, letterhead }) => {
      const { theme, origin } = letterhead;
      const { tenantUuid, personUuid: userUuid } = mail;
      if (!userUuid) return undefined;
      const unsubscribeUrl = links.linkOf(origin, { tenantUuid, userUuid });
      const { tasks, total } = await findDueTasks(tx, mail.personUuid, day);
      if (total === 0) return undefined;
      const text = words[reader.language];
      const whenDue = ({ dueDate, priority }: DueTask) => {
        const date = Temporal.PlainDate.from(dueDate).toLocaleString(text.locale, {
          dateStyle: 'medium',
        });
        const due = dueDate < day ? `${text.overdue}, ${date}` : text.today;
        return priority === 'HIGH' ? `${due}, ${text.high}` : due;
      };
      return {
        subject: `${text.subject(total)}: ${theme.tenantName}`,
        hello: text.hello,
        name: reader.name,
        lead: text.lead,
        facts: tasks.map((task) => [whenDue(task), task.title]),
        factLines: tasks.map((task) => `- ${task.title} (${whenDue(task)})`),
        more: total > tasks.length ? text.more(total - tasks.length) : null,
        action: { href: origin, label: text.open },
        notes: [text.off],
        unsubscribe: { href: unsubscribeUrl, label: text.unsubscribe },
      };
    },
  });
