import { createContact } from '../contacts/create-contact.ts';
import { deleteContact } from '../contacts/delete-contact.ts';
import { updateContact } from '../contacts/update-contact.ts';
import { leaveHouseholds } from '../households/members/leave-households.ts';
import { createNote } from '../notes/create-note.ts';
import { createTask } from '../tasks/create-task.ts';
import { inTurn, plan, type Scene, today, workingMoment } from './past.ts';
import type { Person } from './people.ts';
import { clientProfile, firstContact, prospectOf, salesProfile } from './profiles.ts';

const stages = 'LEAD LEAD CONTACTED CONTACTED QUALIFIED PROPOSAL ONBOARDING LOST'.split(' ');
/** The stages by which everything has been asked, and nothing but the access is missing. */
const asked = ['QUALIFIED', 'PROPOSAL', 'ONBOARDING'];

/** Plans people who may become clients, more of them lately; one came twice, and one was deleted. */
export function planProspects(scene: Scene, count: number): void {
  const { tx, random, advisers, makePerson } = scene;
  for (let number = 0; number < count; number++) {
    const by = number < 2 ? advisers[0] : random.pick(advisers);
    if (!by) return;
    const person = makePerson(1950 + random.below(48));
    const stageName = number < 2 ? 'LEAD' : random.pick(stages);
    const daysAgo = number < 2 ? 20 : 4 + Math.floor(340 * (number / count) ** 1.4);
    const moment = inTurn(scene);
    let contactUuid = '';
    const { year } = today(scene);
    const profile = {
      ...(asked.includes(stageName) && clientProfile(person, random, random.chance(0.7), year)),
      ...(stageName !== 'LEAD' && salesProfile(person, 150 * (1 + random.below(30)), stageName)),
      ...({ contactType: 'PROSPECT', stageName } as const),
    };
    plan(scene, by, moment(daysAgo), async () => {
      ({ contactUuid } = await createContact(tx, by, firstContact(person, random, by)));
    });
    plan(scene, by, moment(Math.floor(daysAgo * 0.7)), () =>
      updateContact(tx, by, contactUuid, profile),
    );
    const remove = () => deleteContact(tx, leaveHouseholds, by, contactUuid);
    if (number === 0) planDouble(scene, person);
    if (number === 1) plan(scene, by, workingMoment(scene, 2), remove);
  }
}

/** Plans a second record of one person, who called again: it has a note and a task, and is to be merged. */
function planDouble(scene: Scene, { email, phone, firstName, paternalLastName }: Person): void {
  const { tx, advisers } = scene;
  const [by] = advisers;
  if (!by) return;
  const run = async () => {
    const { contactUuid: entityUuid } = await createContact(tx, by, {
      ...prospectOf(by),
      firstName,
      paternalLastName,
      preferredEmail: email,
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: phone },
      contactMeans: 'PHONE',
      preferredContactLanguage: 'SPANISH',
      contactSource: 'WEBSITE',
    });
    const about = { entityType: 'CONTACT', entityUuid } as const;
    await createNote(tx, by, { ...about, kind: 'CALL', text: 'Llamó desde la página web.' });
    const dueDate = today(scene).add({ days: 1 }).toString();
    await createTask(tx, by, { ...about, title: 'Devolver la llamada', dueDate });
  };
  plan(scene, by, workingMoment(scene, 1), run);
}
