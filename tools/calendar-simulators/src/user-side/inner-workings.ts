import type { Calendar } from '../core/calendar.ts';
import { faultKinds } from '../core/faults.ts';
import { type Html, html } from '../core/html.ts';
import type { Provider } from '../core/provider.ts';

/** Says what a person would never see: who listens, what was sent and asked, and which faults are armed. */
export function inner(provider: Provider, kind: 'a' | 'b', { data }: Calendar): Html {
  const mine = (each: { account: string | undefined }) => each.account === data.email;
  const channels = provider.channelsOf(data.email).map(
    (each) => html`<tr><td>${each.id}</td><td>${new URL(each.url).host}</td>
<td>${new Date(each.expiresMs).toISOString().slice(0, 16).replace('T', ' ')} UTC</td></tr>`,
  );
  const pushes = provider.pushes.records
    .filter(mine)
    .slice(-8)
    .reverse()
    .map(
      (each) =>
        html`<tr><td>${each.channel}</td><td>${each.status || 'no answer'}</td><td>${each.tries}</td></tr>`,
    );
  const requests = provider.requests
    .filter(mine)
    .slice(-12)
    .reverse()
    .map((each) => html`<tr><td>${each.operation}</td><td>${each.status}</td></tr>`);
  const faults = provider.faults
    .list()
    .map((each) => html`<li>${each.kind} ${each.operation} (${String(each.left)} left)</li>`);
  const word = kind === 'a' ? 'Channels' : 'Subscriptions';
  return html`<section><details><summary>Behind the scenes</summary>
<h3>${word}</h3>${table(['Id', 'Sends to', 'Until'], channels)}
<h3>Last pushes</h3>${table(['To', 'Answered', 'Tries'], pushes)}
<h3>Last requests</h3>${table(['Operation', 'Answer'], requests)}
<h3>Faults</h3>${faults.length > 0 ? html`<ul>${faults}</ul>` : html`<p class="soft">None.</p>`}
<form class="row" method="post" action="/simulator/arm"><input type="hidden" name="account" value="${data.email}">
<select name="kind" aria-label="Fault">${faultKinds.map((each) => html`<option>${each}</option>`)}</select>
<input type="number" name="times" value="1" min="1" aria-label="How often"> times
<button>Arm</button><button name="clear" value="yes">Clear all</button></form>
</details></section>`;
}

function table(heads: string[], rows: Html[]): Html {
  if (rows.length === 0) return html`<p class="soft">None.</p>`;
  return html`<div class="scroll" tabindex="0"><table><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr>${rows}</table></div>`;
}
