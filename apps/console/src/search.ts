/** The names of what a list states. */
type ListKey = 'q' | 'page' | 'sort' | 'columns' | 'where';
type AuditKey = 'actorId' | 'eventType' | 'entityType' | 'entityId' | 'from' | 'to' | 'cursor';
type QuestionKey =
  | 'event'
  | 'period'
  | 'from'
  | 'to'
  | 'grain'
  | 'zone'
  | 'group'
  | 'picture'
  | 'compare'
  | 'back';

/** What may stand behind the `?` of each address. */
type Keys = {
  signIn: 'next' | 'error';
  authorize:
    | 'response_type'
    | 'client_id'
    | 'redirect_uri'
    | 'state'
    | 'code_challenge'
    | 'code_challenge_method';
  people: ListKey | 'stage' | 'type' | 'readiness' | 'manager' | 'source' | 'segment' | 'met';
  newPerson: 'name' | 'phone';
  pipeline: 'manager';
  importPeople: 'importUuid' | 'rows';
  person: 'merge';
  compliance: 'merge';
  households: ListKey | 'manager' | 'activity' | 'state';
  newHousehold: 'contact';
  household: 'asOf' | 'former' | 'wealth' | 'view';
  splitHousehold: 'act';
  organisations: ListKey | 'open';
  calendar: 'view' | 'date' | 'with' | 'meeting';
  meetings:
    | ListKey
    | 'tab'
    | 'week'
    | 'place'
    | 'answer'
    | 'status'
    | 'person'
    | 'household'
    | 'host';
  newMeeting: 'contact' | 'date' | 'start' | 'end' | 'allDay';
  meeting: 'after';
  queue: 'kind' | 'whose' | 'item' | 'prospects';
  tasks: ListKey | 'of' | 'assignee' | 'due' | 'status' | 'open';
  trash: ListKey | 'kind';
  insights: QuestionKey | 'board' | 'step' | 'month' | 'adviser' | 'source';
  activity: AuditKey;
  settings: 'setup' | 'next' | 'part';
  calendarSettings: 'consent';
  team: ListKey | 'member' | 'as' | 'importUuid' | 'rows';
  partners: 'partner' | 'invite';
  accessReview: 'kind';
  developers: 'endpoint' | 'open';
  administrators: 'open';
  tenants: ListKey | 'state' | 'open';
  usage: 'month' | 'page';
};

/** The pages whose addresses take something behind the `?`. */
export type Searched = keyof Keys;
/** The names of what an address takes, of any page or of one. */
export type SearchKey<N extends PropertyKey = Searched> = N extends Searched ? Keys[N] : never;
/** What an address states, as text: whoever reads it sees whether it is one of the values that there are. */
export type Search<N extends PropertyKey = Searched> = {
  [Key in SearchKey<N>]?: string | undefined;
};
/** What an address is made of. */
export type Stated<N extends PropertyKey = Searched> = {
  [Key in SearchKey<N>]?: string | number | undefined;
};

const canRead = (read: () => unknown): boolean => {
  try {
    return Boolean(read());
  } catch {
    return false;
  }
};
const isDay = (text: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) && canRead(() => Temporal.PlainDate.from(text));
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const isCount = (text: string) => /^[1-9]\d{0,5}$/.test(text);
/** What of an address is read as more than a text: a name means the same on every page. */
const rules: { [Key in SearchKey]?: (text: string) => boolean } = {
  date: isDay,
  asOf: isDay,
  from: isDay,
  to: isDay,
  start: isTime,
  end: isTime,
  page: isCount,
  rows: isCount,
  back: isCount,
  sort: (text) => /^\w+,(asc|desc)$/.test(text),
  zone: (text) => canRead(() => Temporal.Now.zonedDateTimeISO(text)),
};

/** Returns what an address states without what cannot be read, as if that were not stated. */
export function rightOf(search: Search): Search {
  const wrong = Object.entries(rules).filter(([key, isRight]) => {
    const text = search[key as SearchKey];
    return text !== undefined && !isRight(text);
  });
  return { ...search, ...Object.fromEntries(wrong.map(([key]) => [key, undefined])) };
}
