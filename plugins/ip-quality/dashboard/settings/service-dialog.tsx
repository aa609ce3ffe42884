import { Field, FormDialog, Input, Select, toast, useForm, useMutate, useT } from '@svc/dashboard-sdk'
import type { ServiceInput, UnlockService } from '@svc/plugin-ip-quality/contract'
import { type ReactNode, useState } from 'react'
import { servicePath, servicesPath } from '../paths.ts'
import { HeaderRows } from './header-rows.tsx'
import { RuleRows } from './rule-rows.tsx'
import { draftOf, emptyService, inputOf, limits, methods, problemsOf, type ServiceDraft } from './service-draft.ts'

/** Adds a check, or edits one. */
export default function ServiceDialog(props: { service: UnlockService | undefined; onClose: () => void }): ReactNode {
  const { service, onClose } = props
  const t = useT()
  const save = useMutate<ServiceInput>(service ? 'PUT' : 'POST', service ? servicePath(service.id) : servicesPath, {
    invalidates: [servicesPath],
    onFailed: () => undefined,
  })
  const [values] = useState(() => (service ? draftOf(service) : emptyService()))
  const form = useForm<ServiceDraft>({
    values,
    validate: (draft) =>
      Object.fromEntries(
        Object.entries(problemsOf(draft)).map(([field, problem]) => [
          field,
          t(problem, field === 'timeout' || field === 'popularity' ? limits[field] : {}),
        ]),
      ),
    submit: (draft) => save.mutateAsync(inputOf(draft)),
    onSubmitted: () => {
      toast.success(t(service ? 'form.changed' : 'form.added'))
      onClose()
    },
  })
  const { draft } = form
  /** The server names rules by their index, and a header by its name. */
  const ruleError = (id: string, index: number) =>
    form.error(id) ??
    ['min', 'max', 'pattern', 'code', 'kind']
      .map((member) => form.error(`rules.${index}.match.${member}`, 'rules'))
      .find((error) => error !== undefined)
  const headerError =
    form.error('request.headers', 'headers') ??
    draft.headers.map(({ name }) => form.error(`request.headers.${name.trim()}`, 'headers')).find((error) => error)
  return (
    <FormDialog
      form={form}
      submit={t(service ? 'form.save' : 'form.add')}
      onClose={onClose}
      title={service ? t('form.editTitle', { name: service.name }) : t('form.addTitle')}
    >
      <Field label={t('form.name')} error={form.error('name')}>
        <Input {...form.register('name')} maxLength={60} autoComplete="off" />
      </Field>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field label={t('form.category')} hint={t('form.categoryHint')} error={form.error('category')}>
          <Input {...form.register('category')} maxLength={30} autoComplete="off" />
        </Field>
        <Field label={t('form.popularity')} hint={t('form.popularityHint')} error={form.error('popularity')}>
          <Input {...form.register('popularity')} inputMode="numeric" maxLength={4} className="figures" />
        </Field>
      </div>
      <Field label={t('form.url')} hint={t('form.urlHint')} error={form.error('request.url', 'url')}>
        <Input
          {...form.register('url')}
          maxLength={2048}
          placeholder="https://www.example.com/"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </Field>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field label={t('form.method')} error={form.error('request.method', 'method')}>
          <Select {...form.register('method')}>
            {methods.map((method) => (
              <option key={method} value={method}>
                {method}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('form.timeout')} aside={t('form.seconds')} error={form.error('request.timeout_ms', 'timeout')}>
          <Input {...form.register('timeout')} inputMode="decimal" maxLength={6} className="figures" />
        </Field>
      </div>
      <RuleRows
        rules={draft.rules}
        onRules={(rules) => form.set({ rules })}
        errorOf={(rule, index) => ruleError(rule.id, index)}
        error={form.error('rules')}
      />
      <HeaderRows headers={draft.headers} onHeaders={(headers) => form.set({ headers })} error={headerError} />
    </FormDialog>
  )
}
