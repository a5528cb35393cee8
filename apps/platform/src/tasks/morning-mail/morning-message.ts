import { escapeHtml } from '@atrium/kit/pages/page.ts';
import { button, layout, list } from '../../mail/layout.ts';
import type { Theme } from '../../tenants/branding/theme.ts';
import type { DueTask } from './queries.ts';

type Reader = { email: string; name: string; language: string };
type Due = { tasks: readonly DueTask[]; total: number; day: string };

const messages = {
  SPANISH: {
    locale: 'es',
    hello: 'Buenos días',
    subject: (count: number) => (count === 1 ? '1 tarea para hoy' : `${count} tareas para hoy`),
    lead: 'Esto vence hoy o quedó pendiente.',
    today: 'Hoy',
    overdue: 'Vencida',
    high: 'prioridad alta',
    more: (count: number) => `Y ${count} más.`,
    open: 'Abrir las tareas',
    off: 'Puede desactivar este correo en sus preferencias.',
  },
  ENGLISH: {
    locale: 'en-US',
    hello: 'Good morning',
    subject: (count: number) => (count === 1 ? '1 task for today' : `${count} tasks for today`),
    lead: 'This is due today or overdue.',
    today: 'Today',
    overdue: 'Overdue',
    high: 'high priority',
    more: (count: number) => `And ${count} more.`,
    open: 'Open the tasks',
    off: 'You can switch this mail off in your preferences.',
  },
};

/** Returns the mail about what is due on a day, in the reader's language, as text and HTML. */
export function morningMessage(reader: Reader, theme: Theme, { tasks, total, day }: Due) {
  const text = reader.language === 'ENGLISH' ? messages.ENGLISH : messages.SPANISH;
  const subject = `${text.subject(total)}: ${theme.tenantName}`;
  const greeting = `${text.hello} ${reader.name},`;
  const more = total > tasks.length ? text.more(total - tasks.length) : null;

  const whenDue = ({ dueDate, priority }: DueTask) => {
    const date = Temporal.PlainDate.from(dueDate).toLocaleString(text.locale, {
      dateStyle: 'medium',
    });
    const due = dueDate < day ? `${text.overdue}, ${date}` : text.today;
    return priority === 'HIGH' ? `${due}, ${text.high}` : due;
  };

  const lines = tasks.map((task) => `- ${task.title} (${whenDue(task)})`);
  const parts = [greeting, text.lead, lines.join('\n'), more, theme.origin, text.off];
  return {
    to: reader.email,
    subject,
    text: parts.filter(Boolean).join('\n\n'),
    html: layout({ lang: text.locale.slice(0, 2), subject, preview: text.lead, theme }, [
      `<p style="margin:0 0 4px">${escapeHtml(greeting)}</p><p style="margin:0 0 24px">${text.lead}</p>`,
      list(tasks.map((task) => [whenDue(task), task.title])),
      more && `<p style="margin:0 0 24px">${more}</p>`,
      button(theme.origin, text.open, theme, 'full'),
      `<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#5b6775">${text.off}</p>`,
    ]),
  };
}
