/** A reason not to start that an operator can act on: printed as it is, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
