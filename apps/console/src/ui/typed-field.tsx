import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

export type TypedProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  value?: string;
  onChange: (value: string) => void;
  /** Hands on what cannot be read as it was typed, for the server to refuse; else it counts as nothing. */
  keepsText?: boolean;
};

type Props = TypedProps & {
  /** Returns the value for a text; undefined where it is none. */
  parse: (text: string) => string | undefined;
  /** Does the same for what is being typed, where a value looks like a text that means another. */
  read?: (text: string) => string | undefined;
  show: (value: string) => string;
  /** Says how it is typed, where the text is none. */
  wrong: string;
  press?: (event: KeyboardEvent<HTMLInputElement>) => void;
};

/** A field for a value that people write in several ways: it reads all of them and shows one. */
export function TypedField({
  value = '',
  onChange,
  keepsText = false,
  parse,
  read = parse,
  show,
  wrong,
  press,
  onBlur,
  error,
  ...rest
}: Props) {
  const [typed, setTyped] = useState<{ text: string; value: string; isLeft?: boolean }>();
  const own = typed?.value === value ? typed : undefined;
  const isWrong = own?.isLeft === true && own.text.trim() !== '' && !read(own.text);
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      value={own?.text ?? (parse(value) ? show(value) : value)}
      error={error ?? (isWrong && wrong)}
      onChange={({ currentTarget: { value: text } }) => {
        const next = read(text) ?? (keepsText ? text : '');
        setTyped({ text, value: next });
        onChange(next);
      }}
      onBlur={(event) => {
        if (own) setTyped(read(own.text) ? undefined : { ...own, isLeft: true });
        onBlur?.(event);
      }}
      {...(press ? { onKeyDown: press } : {})}
    />
  );
}
