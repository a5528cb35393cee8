import { useWords } from '../i18n/words.ts';
import { TypedField, type TypedProps } from '../ui/typed-field.tsx';
import { isAmount, parseAmount, typedAmount } from './amounts.ts';

/** An amount of money, typed with or without the signs of either language; its value is `1250000.5`. */
export function AmountField(props: TypedProps) {
  const t = useWords('common');
  return (
    <TypedField
      inputMode="decimal"
      {...props}
      parse={(text) => (isAmount(text) ? text : parseAmount(text))}
      read={parseAmount}
      show={typedAmount}
      wrong={t('amountWrong', { form: typedAmount('1250000.5') })}
    />
  );
}
