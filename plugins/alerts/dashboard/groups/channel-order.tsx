import { Badge, IconButton, Select, useT } from '@svc/dashboard-sdk'
import type { Channel } from '@svc/plugin-alerts/contract'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

/** Moves the item at `index` by one position. */
export function moveItem(ids: readonly string[], index: number, step: -1 | 1): readonly string[] {
  const moved = [...ids]
  const [item] = moved.splice(index, 1)
  if (item !== undefined) moved.splice(index + step, 0, item)
  return moved
}

/** The channels of a group in sending order. */
export function ChannelOrder(props: {
  channels: readonly Channel[]
  chosen: readonly string[]
  onChosen: (ids: readonly string[]) => void
  error: string | undefined
}): ReactNode {
  const { channels, chosen, onChosen, error } = props
  const t = useT()
  const id = useId()
  const [announcement, setAnnouncement] = useState('')
  const available = channels.filter((channel) => !chosen.includes(channel.id))
  const nameOf = (channel: string) => channels.find((one) => one.id === channel)?.name ?? t('group.deletedChannel')
  const move = (index: number, step: -1 | 1) => {
    onChosen(moveItem(chosen, index, step))
    setAnnouncement(t('group.movedTo', { name: nameOf(chosen[index] ?? ''), place: index + step + 1 }))
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t('group.channels')}</legend>
      {chosen.length > 0 && (
        <ol className="mb-2 rounded-md border">
          {chosen.map((channel, index) => {
            const name = nameOf(channel)
            const enabled = channels.find((one) => one.id === channel)?.enabled ?? true
            return (
              <li key={channel} className="flex items-center gap-2 border-b px-3 py-1.5 last:border-b-0">
                <span className="figures w-5 shrink-0 text-faint text-xs">{index + 1}</span>
                <span className="min-w-0 flex-1 wrap-anywhere text-sm">{name}</span>
                {!enabled && <Badge>{t('channel.disabled')}</Badge>}
                <IconButton
                  label={t('group.up', { name })}
                  size="sm"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  label={t('group.down', { name })}
                  size="sm"
                  disabled={index === chosen.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
                <IconButton
                  label={t('group.remove', { name })}
                  size="sm"
                  onClick={() => onChosen(chosen.filter((one) => one !== channel))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ol>
      )}
      {available.length > 0 && (
        <Select
          aria-label={t('group.addChannel')}
          aria-describedby={error ? id : undefined}
          aria-invalid={error ? true : undefined}
          value=""
          onChange={({ target }) => onChosen([...chosen, target.value])}
        >
          <option value="" disabled>
            {t('group.addChannel')}
          </option>
          {available.map((channel) => (
            <option key={channel.id} value={channel.id}>
              {channel.name}
            </option>
          ))}
        </Select>
      )}
      <p className="mt-1.5 text-faint text-xs">
        {t(channels.length === 0 ? 'group.noChannels' : chosen.length === 0 ? 'group.noneChosen' : 'group.orderHint')}
      </p>
      {error && (
        <p id={id} role="alert" className="mt-1 text-danger text-xs">
          {error}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  )
}
