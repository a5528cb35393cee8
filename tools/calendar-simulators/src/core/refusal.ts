/** An answer that says no; `reason` is the provider's own word for why. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly reason: string;
  readonly headers: Record<string, string>;
  /** A: the parameter or header at fault. */
  readonly location: string | undefined;

  constructor(
    status: number,
    reason: string,
    message: string,
    more: { headers?: Record<string, string>; location?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = more.headers ?? {};
    this.location = more.location;
  }
}
