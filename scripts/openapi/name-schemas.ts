import {
  type Content,
  type OpenApi,
  type Operation,
  operationsOf,
  type Schema,
} from './document.ts';

/** Names that say more than those derived from the operation. */
const better: Readonly<Record<string, string>> = {
  AddHouseholdMemberRequest: 'HouseholdMemberInput',
  AnswerInvitationAnswer: 'PublicMeeting',
  AnswerInvitationRequest: 'RsvpInput',
  BrandingStoredUseDefault: 'BrandingDefaultFlags',
  CalendarConnectionPushState: 'PushState',
  CalendarConnectionPush: 'PushHealth',
  CalendarConnectionSuspended: 'CalendarSuspension',
  CheckAvailabilityAnswer: 'Availability',
  CheckAvailabilityRequest: 'AvailabilityRequest',
  ConsoleConfigurationBranding: 'PublicBranding',
  ConsoleConfigurationBrandingAssets: 'PublicBrandingAssets',
  ConsoleConfigurationBrandingAssetsFavicon: 'PublicFavicon',
  ConsoleConfigurationBrandingCache: 'CacheLifetime',
  ConsoleConfigurationBrandingColors: 'BrandingColors',
  ContactAddress: 'Address',
  ContactCurrentEmployment: 'Employment',
  ContactCurrentEmploymentEmploymentStatus: 'EmploymentStatus',
  ContactEmploymentHistory: 'PastEmployment',
  ContactIdentityDocument: 'IdentityDocument',
  ContactPageSort: 'SortTerm',
  ContactPepEntry: 'PepEntry',
  ContactReadinessStepInvalid: 'FieldError',
  ContactSegment: 'ConfigValue',
  CreateCalendarFeedAnswer: 'NewCalendarFeed',
  DomainOfTenant: 'TenantDomain',
  FilterContactsItem: 'ListedContact',
  FilterHouseholdsItem: 'HouseholdGlance',
  FilterMeetingsItem: 'MeetingSummary',
  FilterOrganisationsItem: 'ListedOrganisation',
  FinishLoginRequest: 'SecondFactorProof',
  HouseholdMemberRelationshipType: 'MemberRelationshipType',
  InitContactCredentialsAnswer: 'ContactCredentials',
  IssueTokenAnswer: 'OAuthToken',
  IssueTokenAnswerFailure: 'OAuthFailure',
  ListAuditTrailAnswer: 'AuditTrail',
  ListContactFilterValuesAnswer: 'FilterValues',
  ListContactFilterValuesRequest: 'FilterValuesRequest',
  ListMeetingsAnswer: 'MeetingList',
  ListMeetingsAnswerMeeting: 'MeetingSummary',
  LoginAnswerOr1PasskeyOptions: 'PasskeyRequestOptions',
  LoginAnswerUser: 'SignedInUser',
  LoginRequest: 'SignIn',
  MeUserType: 'Role',
  MeSecondFactor: 'SecondFactors',
  QueryAnalyticsAnswer: 'AnalyticsResult',
  QueryAnalyticsRequest: 'AnalyticsQuery',
  ReassignContactsAnswer: 'RecordOutcomes',
  RecordOutcomesOutcome: 'RecordOutcome',
  RecordAnalyticsEventRequest: 'AnalyticsEvent',
  ReplaceContactSegmentsRequestItem: 'ConfigValueInput',
  RestoreContactAnswerNotRestored: 'NotRestored',
  ViewInputFilter: 'FilterCondition',
  WebhookEndpointInputEventType: 'EventType',
};

type Named = Record<string, Schema>;

/**
 * Moves schemas to the components, by names derived from the operations: `Contact` is what `getContact`
 * answers, `ContactInput` what `createContact` takes, `ContactUpdate` what `updateContact` takes, and `ContactPage` a page
 * of it. A schema that stands in several places is one component.
 */
export function nameSchemas(document: OpenApi): OpenApi {
  const named: Named = {};
  const nameOf = new Map<string, string>();
  const repeated = repeatedIn(document);

  const refer = (schema: Schema, wanted: string): Schema => {
    const key = JSON.stringify(schema);
    const name = nameOf.get(key) ?? unused(better[wanted] ?? wanted, named);
    if (!nameOf.has(key)) {
      nameOf.set(key, name);
      named[name] = {};
      named[name] = isPage(schema) ? asPage(inside(schema, name)) : inside(schema, name);
    }
    return { $ref: `#/components/schemas/${name}` };
  };

  /** Returns a schema with those in it named that stand in several places. */
  const inside = (schema: Schema, owner: string): Schema => ({
    ...schema,
    ...(schema.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, each]) => [
              name,
              replace(each, owner, name),
            ]),
          ),
        }
      : {}),
    ...(schema.items ? { items: replace(schema.items, owner, '') } : {}),
    ...(schema.anyOf
      ? { anyOf: schema.anyOf.map((each, at) => replace(each, owner, at ? `Or${at}` : '')) }
      : {}),
  });

  const replace = (schema: Schema, owner: string, property: string): Schema => {
    const place = owner + capital(schema.items ? singular(property) : property);
    if (isNullable(schema)) {
      const { description, ...rest } = { ...schema, type: 'object' } as Schema;
      if (!repeated.has(JSON.stringify(rest))) return inside(schema, place);
      const ref = refer(rest, place);
      return { ...(description ? { description } : {}), anyOf: [ref, { type: 'null' }] };
    }
    const key = JSON.stringify(schema);
    if (repeated.has(key) || nameOf.has(key)) return refer(schema, place || owner);
    return inside(schema, place);
  };

  /** Returns what a message carries; its schema is named, or that of its items. */
  const carried = (content: Content | undefined, name: string, item: string): Content | undefined =>
    content &&
    Object.fromEntries(
      Object.entries(content).map(([type, media]) => {
        const { schema } = media;
        if (!schema || schema.$ref) return [type, media];
        if (schema.items) return [type, { schema: { ...schema, items: part(schema.items, item) } }];
        return [type, { schema: part(schema, isPage(schema) ? `${item}Page` : name) }];
      }),
    );
  const part = (schema: Schema, name: string): Schema =>
    schema.properties ? refer(schema, name) : inside(schema, name);

  for (const operation of byClarity(operationsOf(document))) {
    const { requestBody, responses } = operation;
    const names = namesOf(operation);
    if (requestBody)
      requestBody.content =
        carried(requestBody.content, names.request, `${names.request}Item`) ?? {};
    for (const [status, response] of Object.entries(responses)) {
      if (response.$ref || !response.content) continue;
      const answer = Number(status) < 400 ? names.answer : `${names.answer}Failure`;
      const page = pageItem(response.content);
      const item = page ? nameIn(refer(page, names.item)) : names.item;
      response.content = carried(response.content, answer, item) ?? {};
    }
  }
  const stated = Object.entries(document.components.schemas).map(
    ([name, schema]) => [name, inside(schema, name)] as const,
  );
  const all = { ...Object.fromEntries(stated), ...pageComponent(named), ...named };
  const schemas = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { ...document.components, schemas } };
}

/** Returns the names of what an operation takes and answers. */
function namesOf({ operationId }: Operation) {
  const id = capital(operationId);
  const [, verb = '', noun = ''] = /^(get|list|create|update|)(.*)$/.exec(operationId) ?? [];
  const request = { create: `${noun}Input`, update: `${noun}Update` }[verb] ?? `${id}Request`;
  const answer = { get: noun, create: `New${noun}`, update: noun }[verb] ?? `${id}Answer`;
  return { request, answer, item: verb === 'list' ? singular(noun) : `${id}Item` };
}

/** Those first after whose operations a schema is named best; last what is composed of others. */
function byClarity(operations: readonly Operation[]): Operation[] {
  const prefixes = [
    /^get(?!.*By|Today|MeetingBrief|Start|ContactOverview)/,
    /^list(?!.*Of|.*By)/,
    /^create/,
    /^update/,
  ];
  const rank = ({ operationId }: Operation) =>
    (prefixes.findIndex((each) => each.test(operationId)) + prefixes.length + 1) %
    (prefixes.length + 1);
  return [...operations].sort((a, b) => rank(a) - rank(b));
}

/** Returns the objects and lists of words, as text, that stand in more than one place. */
function repeatedIn(document: OpenApi): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const schema = value as Schema;
    const { description: _, ...bare } = { ...schema, type: 'object' } as Schema;
    const key = JSON.stringify(isNullable(schema) ? bare : schema);
    const isWorth = schema.properties || ((schema.enum as unknown[] | undefined)?.length ?? 0) > 2;
    if (isWorth) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const each of Object.values(value)) count(each);
  };
  for (const { requestBody, responses } of operationsOf(document)) count([requestBody, responses]);
  count(document.components.schemas);
  return new Set([...counts].filter(([, times]) => times > 1).map(([key]) => key));
}

const nameIn = ({ $ref }: Schema) => String($ref).split('/').at(-1) ?? '';
const envelope = 'totalElements';
const isPage = ({ properties }: Schema) => properties !== undefined && envelope in properties;
const isNullable = ({ type, properties }: Schema) =>
  properties !== undefined && Array.isArray(type) && type.includes('null');

function pageItem(content: Content): Schema | undefined {
  const schema = content['application/json']?.schema;
  const item = schema && isPage(schema) ? schema.properties?.content?.items : undefined;
  return item?.properties ? item : undefined;
}

/** Returns a page as its envelope, which all pages share, and its own content. */
function asPage({ properties = {} }: Schema): Schema {
  const { content = {} } = properties;
  const own = { type: 'object', required: ['content'], properties: { content } };
  return { allOf: [{ $ref: '#/components/schemas/Page' }, own], envelope: properties };
}

/** Returns the envelope of all pages, and leaves each page its own content. */
function pageComponent(named: Named): Named {
  const pages = Object.values(named).filter((each) => each.envelope);
  const [first] = pages;
  if (!first) return {};
  const { content: _, ...properties } = first.envelope as Record<string, Schema>;
  for (const page of pages) delete page.envelope;
  return { Page: { type: 'object', required: Object.keys(properties), properties } };
}

function unused(wanted: string, named: Named): string {
  if (!(wanted in named)) return wanted;
  const shorter = `${wanted}Summary`;
  if (!(shorter in named)) return shorter;
  let more = 2;
  while (`${wanted}${more}` in named) more += 1;
  return `${wanted}${more}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const singular = (text: string) =>
  text
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/(?<!s|u)s$/, '');
