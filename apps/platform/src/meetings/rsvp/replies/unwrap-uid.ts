// The class of a global object identifier (MS-OXOCAL, section 2.2.1.27), and the mark within it that
// says that the rest is the UID of another program.
const objectClass = '040000008200e00074c5b7101a82e008';
const mark = Buffer.from('vCal-Uid\u0001\0\0\0', 'latin1');
const sizeAt = 36;
const dataAt = 40;

/** Returns the UID that an invitation had: Outlook wraps the UIDs of others in identifiers of its own. */
export function unwrapUid(uid: string): string {
  if (!/^[0-9a-f]+$/i.test(uid) || !uid.toLowerCase().startsWith(objectClass)) return uid;
  const bytes = Buffer.from(uid, 'hex');
  if (bytes.length < dataAt + mark.length) return uid;
  const data = bytes.subarray(dataAt, dataAt + bytes.readUInt32LE(sizeAt));
  if (!data.subarray(0, mark.length).equals(mark)) return uid;
  const end = data.indexOf(0, mark.length);
  return data.toString('utf8', mark.length, end < 0 ? data.length : end) || uid;
}
