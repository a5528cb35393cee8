const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A user as they were asked for, and the key to find them by. */
type AskedUser = { userUuid: string; key: string };

/** Returns each user once, in the order asked. */
export const askedUsers = (userUuids: readonly string[]): AskedUser[] =>
  [...new Map(userUuids.map((each) => [each.toLowerCase(), each]))].map(([key, userUuid]) => ({
    key,
    userUuid,
  }));

/** Returns the keys that can be somebody's. */
export const keysOf = (asked: readonly AskedUser[]): string[] =>
  asked.map(({ key }) => key).filter((each) => uuid.test(each));
