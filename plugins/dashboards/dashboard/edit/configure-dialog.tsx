import '@svc/widget-sdk/form.css'
import {
  Button,
  Field,
  FormDialog,
  Input,
  PluginScope,
  type RegisteredWidget,
  Skeleton,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import { ConfigForm, shapeOf } from '@svc/widget-sdk'
import { type ReactNode, Suspense, use, useDeferredValue, useEffect, useRef, useState } from 'react'
import { applyPatch, bytesOf, type Config, type Placement } from '../board/placement.ts'
import { WidgetBoundary } from '../frame/widget-boundary.tsx'
import { WidgetFrame } from '../frame/widget-frame.tsx'
import { moduleOfType } from '../frame/widget-module.ts'
import { useFormTexts, widgetTexts } from '../frame/widget-texts.ts'
import { configUpdates } from '../host/config-updates.ts'
import { maxConfigBytes, pixelsFor } from '../layout/cell.ts'

interface Props {
  readonly placement: Placement
  readonly type: RegisteredWidget
  /** not on the board yet */
  readonly isNew: boolean
  readonly onDone: (placement: Placement) => void
  readonly onClose: () => void
}

/** Edits the title and configuration of a widget, with a preview. */
export function ConfigureDialog(props: Props): ReactNode {
  const { placement, type, isNew, onDone, onClose } = props
  const t = useT('dashboards')
  const format = useFormat()
  const [title, setTitle] = useState(placement.title)
  const [config, setConfig] = useState<Config>(placement.config)
  const [isTried, setTried] = useState(false)
  const { name } = widgetTexts(t, type)
  const previewId = `preview-${placement.id}`
  useEffect(
    () => configUpdates.offer(previewId, async (patch) => setConfig((before) => applyPatch(before, patch))),
    [previewId],
  )
  const isDirty = title !== placement.title || config !== placement.config
  const maxBytes = placement.isStatic ? maxConfigBytes - bytesOf({ is_static: true }) : maxConfigBytes
  const form = useRef<HTMLFormElement>(null)
  const save = async () => {
    const { configSchema } = await moduleOfType(type)
    if (configSchema.safeParse(config).success && bytesOf(config) <= maxBytes)
      return onDone({ ...placement, title: title.trim(), config })
    setTried(true)
    // After the next render, which marks the invalid field; it may be scrolled out of view.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <FormDialog
      title={t(isNew ? 'configure.add' : 'configure.title', { name })}
      width="lg"
      dirty={isDirty}
      onClose={onClose}
      action={
        <Button variant="primary" onClick={() => void save()}>
          {t(isNew ? 'configure.addAction' : 'configure.apply')}
        </Button>
      }
    >
      <WidgetBoundary type={type} name={name}>
        <div className="grid gap-6 md:grid-cols-2">
          <form
            ref={form}
            className="flex min-w-0 flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <Field label={t('configure.titleField')} hint={t('configure.titleHint')}>
              <Input value={title} maxLength={100} onChange={(event) => setTitle(event.target.value)} />
            </Field>
            <Suspense fallback={<Skeleton className="h-40 w-full" />}>
              <PluginScope plugin={type.plugin}>
                <Form type={type} value={config} onChange={setConfig} showAll={isTried} />
              </PluginScope>
            </Suspense>
            {isTried && bytesOf(config) > maxBytes && (
              <p role="alert" className="text-danger text-sm">
                {t('configure.tooLarge', { size: format.bytes(bytesOf(config)), max: format.bytes(maxBytes) })}
              </p>
            )}
            <button type="submit" hidden />
          </form>
          <Preview placement={{ ...placement, id: previewId, title, config }} type={type} />
        </div>
      </WidgetBoundary>
    </FormDialog>
  )
}

function Form(props: { type: RegisteredWidget; value: Config; onChange: (config: Config) => void; showAll: boolean }) {
  const { type, value, onChange, showAll } = props
  const t = useT('dashboards')
  const textOf = useFormTexts(type)
  const { configSchema } = use(moduleOfType(type))
  const shape = shapeOf(configSchema)
  if (shape && Object.keys(shape).length === 0) return <p className="text-muted text-sm">{t('configure.nothing')}</p>
  return <ConfigForm schema={configSchema} value={value} onChange={onChange} showAll={showAll} textOf={textOf} />
}

const highest = 420

/** A live preview of a widget while it is configured. */
function Preview({ placement, type }: { placement: Placement; type: RegisteredWidget }): ReactNode {
  const t = useT('dashboards')
  // Typing has priority.
  const shown = useDeferredValue(placement)
  const grows = type.sizing.strategy === 'content-height'
  const height = Math.min(pixelsFor(placement.h), highest)
  return (
    <section aria-label={t('configure.preview')} className="min-w-0">
      <h3 className="caption mb-1.5">{t('configure.preview')}</h3>
      <div
        inert
        className="overflow-auto rounded-lg bg-canvas p-2"
        style={grows ? { maxHeight: highest } : { height: height + 16 }}
      >
        <WidgetFrame placement={shown} type={type} isPending={false} isEditing grows={grows} />
      </div>
    </section>
  )
}
