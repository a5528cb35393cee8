import { PasswordInput, type PasswordInputProps } from '@mantine/core';

type Props = PasswordInputProps & {
  /** The name of the button that shows what is typed. */
  toggle: string;
};

/** A field for a secret, with a button that shows it. Tab stops at the button where it stops at the field. */
export function PasswordField({ toggle, tabIndex = 0, ...props }: Props) {
  return (
    <PasswordInput
      tabIndex={tabIndex}
      visibilityToggleButtonProps={{ 'aria-label': toggle, tabIndex }}
      {...props}
    />
  );
}
