import { Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../data.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { FormError, showFaults } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { isApiError } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { AccountOfForm } from './account-of-form.tsx';
import classes from './settings.module.css';

const empty = { currentPassword: '', password: '' };

/** The person's own password. Other sessions end with the change. */
export function PasswordSection() {
  const t = useWords('settings');
  const save = useWrite('changeOwnPassword');
  const form = useForm({ initialValues: empty });
  const toggle = t('password.show');
  const isWrong = save.error?.code === 'WRONG_PASSWORD';

  const { currentPassword, password } = form.values;
  const over = useOver(form.isDirty());
  const errors = {
    currentPassword: over('changeOwnPassword:currentPassword', currentPassword),
    password: over('changeOwnPassword:password', password),
  };

  const submit = form.onSubmit(async (body) => {
    if (errors.currentPassword || errors.password) return;
    try {
      await save.mutateAsync({ body });
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      if (failed.code === 'WRONG_PASSWORD') form.setErrors({ currentPassword: t('wrongPassword') });
      else showFaults(form, failed);
      return;
    }
    form.reset();
    toast({ message: t('password.done') });
  });

  return (
    <Section title={t('password.title')}>
      <form onSubmit={submit} className={classes.form} noValidate>
        {!isWrong && (
          <FormError error={save.error} labelOf={(field) => t(`password.${field}`, '')} />
        )}
        <AccountOfForm />
        <PasswordField
          label={t('password.currentPassword')}
          autoComplete="current-password"
          toggle={toggle}
          {...form.getInputProps('currentPassword')}
          error={errors.currentPassword ?? form.errors.currentPassword}
        />
        <PasswordField
          label={t('password.password')}
          autoComplete="new-password"
          description={t('password.rule')}
          toggle={toggle}
          {...form.getInputProps('password')}
          error={errors.password ?? form.errors.password}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!currentPassword || !password}>
            {t('password.act')}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
