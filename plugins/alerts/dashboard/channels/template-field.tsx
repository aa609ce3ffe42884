import { Button, Field, Textarea, useT } from '@svc/dashboard-sdk'
import { variableNames } from '@svc/plugin-alerts/variables'
import { type ReactNode, useRef } from 'react'

/** A body template with buttons that insert variables at the cursor. */
export function TemplateField(props: {
  value: string
  onValue: (value: string) => void
  error: string | undefined
}): ReactNode {
  const { value, onValue, error } = props
  const t = useT()
  const area = useRef<HTMLTextAreaElement>(null)
  // Updates the field synchronously, so that typing continues after the variable.
  const insert = (name: string) => {
    const field = area.current
    if (!field) return
    field.focus()
    field.setRangeText(`{{${name}}}`, field.selectionStart, field.selectionEnd, 'end')
    onValue(field.value)
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('webhook.body')} aside={t('webhook.optional')} hint={t('webhook.bodyHint')} error={error}>
        <Textarea
          ref={area}
          value={value}
          onChange={({ target }) => onValue(target.value)}
          rows={5}
          spellCheck={false}
          className="font-mono text-sm"
          placeholder={'{"text": "{{server_name}}: {{message}}"}'}
        />
      </Field>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1.5 text-muted text-xs">{t('webhook.variables')}</legend>
        {variableNames.map((name) => (
          <Button
            key={name}
            size="sm"
            variant="secondary"
            className="font-mono"
            data-tip={t(`variable.${name}`)}
            onClick={() => insert(name)}
          >
            {`{{${name}}}`}
          </Button>
        ))}
      </fieldset>
      <p className="text-faint text-xs">{t('webhook.escaping')}</p>
    </div>
  )
}
