import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';

// The numbers of all countries are many bytes: they come when a number is about to be typed. Without a
// network a number stays as it was typed.
const load = () => import('libphonenumber-js/min').catch(() => undefined);

type Props = TextInputProps & { value: string; change: (text: string) => void };

/** A telephone number: written as it is read once it is left, and said when it seems incomplete. */
export function PhoneInput({ value, change, ...props }: Props) {
  const t = useWords('common');
  const [odd, setOdd] = useState('');
  const [found, setFound] = useState(value);
  const leave = async () => {
    const numbers = await load();
    if (!numbers) return;
    const number = numbers.parsePhoneNumberFromString(value, 'CL');
    if (number?.isValid()) change(number.formatInternational());
    else setOdd(value);
  };
  return (
    <TextInput
      {...props}
      type="tel"
      inputMode="tel"
      value={value}
      description={odd !== '' && odd === value ? t('phoneOdd') : undefined}
      onFocus={() => {
        setFound(value);
        void load();
      }}
      onBlur={(event) => {
        props.onBlur?.(event);
        // What was not touched stays as it is.
        if (value.trim() && value !== found) void leave();
      }}
    />
  );
}
