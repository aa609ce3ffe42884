import { Button, DropdownMenu, IconButton, MenuItem, MenuSeparator, useMe, useT } from '@svc/dashboard-sdk'
import { Ellipsis } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { Container } from '../../src/wire.ts'
import { actionIcons } from './action-icons.ts'
import { type ActionName, actionsFor, needsConfirmation } from './actions.ts'
import { type Asked, ConfirmAction } from './confirm-action.tsx'
import { type Actions, useActions } from './use-actions.ts'

interface Context extends Pick<Actions, 'pending'> {
  readonly hasExtras: boolean
  /** runs an action, or asks first */
  request(container: Container, name: ActionName): void
}

const ActionsContext = createContext<Context | undefined>(undefined)

/** Lets the components inside act on the containers of a server. */
export function ContainerActions(props: { serverId: string; hasExtras: boolean; children: ReactNode }): ReactNode {
  const { serverId, hasExtras, children } = props
  const { pending, run } = useActions(serverId)
  const [asked, setAsked] = useState<Asked>()
  const context = useMemo(
    (): Context => ({
      pending,
      hasExtras,
      request(container, name) {
        if (needsConfirmation(name)) setAsked({ target: container, name })
        else run(container, name)
      },
    }),
    [pending, hasExtras, run],
  )
  return (
    <ActionsContext value={context}>
      {children}
      {asked && (
        <ConfirmAction
          asked={asked}
          hasExtras={hasExtras}
          onConfirm={(choices) => run(asked.target, asked.name, choices)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </ActionsContext>
  )
}

/** The actions for a container, and which one is under way; none for members. */
function useContainerActions(container: Container) {
  const context = use(ActionsContext)
  const { isAdmin } = useMe()
  const names = context && isAdmin ? actionsFor(container, context.hasExtras) : []
  return {
    names,
    pending: context?.pending.get(container.id),
    request: (name: ActionName) => context?.request(container, name),
  }
}

/** What is being done with a container, as a text. */
export function PendingNote({ container }: { container: Container }): ReactNode {
  const t = useT()
  const { pending } = useContainerActions(container)
  return pending ? t(`pending.${pending}`) : null
}

/** Whether an action on a container is under way. */
export const useIsPending = (container: Container): boolean => useContainerActions(container).pending !== undefined

/** The actions for a container in a menu. */
export function ActionMenu({ container }: { container: Container }): ReactNode {
  const t = useT()
  const { names, pending, request } = useContainerActions(container)
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={t('action.menu', { name: container.name })}
          size="sm"
          busy={pending !== undefined}
          disabled={names.length === 0}
          className="relative z-10"
        >
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {names.map((name) => (
        <Item key={name} name={name} onSelect={() => request(name)} />
      ))}
    </DropdownMenu>
  )
}

function Item({ name, onSelect }: { name: ActionName; onSelect: () => void }) {
  const t = useT()
  return (
    <>
      {name === 'remove' && <MenuSeparator />}
      <MenuItem icon={actionIcons[name]} destructive={name === 'remove'} onSelect={onSelect}>
        {t(`action.${name}`)}
      </MenuItem>
    </>
  )
}

/** The actions for a container as buttons. */
export function ActionButtons({ container }: { container: Container }): ReactNode {
  const t = useT()
  const { names, pending, request } = useContainerActions(container)
  if (names.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('action.title')}</legend>
      {names.map((name) => {
        const Icon = actionIcons[name]
        return (
          <Button
            key={name}
            size="sm"
            busy={pending === name}
            disabled={pending !== undefined}
            className={name === 'remove' ? 'text-danger' : undefined}
            onClick={() => request(name)}
          >
            <Icon aria-hidden />
            {t(`action.${name}`)}
          </Button>
        )
      })}
    </fieldset>
  )
}
