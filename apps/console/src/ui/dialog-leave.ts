import { createContext, useContext, useEffect } from 'react';

/** Asks before a dialog closes on a form: runs what closes it at once where nothing would be left. */
export type Leave = (close: () => void) => void;

/** Tells the dialog around a form how it is left. */
export const DialogLeave = createContext<((leave: Leave | undefined) => void) | undefined>(
  undefined,
);

/** Makes the dialog around a form, if there is one, ask the form before it closes. */
export function useDialogLeave(leave: Leave): void {
  const register = useContext(DialogLeave);
  useEffect(() => {
    register?.(leave);
    return () => register?.(undefined);
  });
}
