import { Button, FormDialog, InlineError, toast, useMe, useMutate, useServer, useT } from '@svc/dashboard-sdk'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { overviewPath, probesPath } from '../paths.ts'
import { maxTargets, sameChoice } from '../targets/choice.ts'
import { TargetPicker } from '../targets/target-picker.tsx'
import { missingCapability, type TabContext } from './use-tab.ts'

/** Selects the targets of a server. */
function ManageDialog(props: { serverId: string; onClose: () => void } & Omit<TabContext, 'setting'>): ReactNode {
  const { serverId, assigned, all, record, onClose } = props
  const t = useT()
  const name = useServer(serverId)?.name ?? ''
  const [before] = useState<ReadonlySet<string>>(() => new Set(assigned.map(({ id }) => id)))
  const [chosen, setChosen] = useState(before)
  const path = probesPath(serverId)
  const save = useMutate('PUT', `${path}/targets`, {
    body: () => ({ target_ids: [...chosen] }),
    invalidates: [path, overviewPath],
    onDone: () => {
      toast.success(t('manage.saved', { count: chosen.size }))
      onClose()
    },
    onFailed: () => undefined,
  })
  const isSame = sameChoice(before, chosen)
  return (
    <FormDialog
      dirty={!isSame && !save.isSuccess}
      onClose={onClose}
      title={t('manage.title', { name })}
      description={t('manage.lead', { count: maxTargets })}
      width="lg"
      action={
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={isSame || chosen.size > maxTargets}
          onClick={() => save.mutate()}
        >
          {t('manage.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <InlineError error={save.error} />
        <TargetPicker
          targets={all}
          chosen={chosen}
          onChosen={setChosen}
          problemOf={(target) => {
            const capability = missingCapability(record, target.probe_type)
            return capability && t('target.missing', { capability })
          }}
        />
      </div>
    </FormDialog>
  )
}

/** Opens the selection of targets; admins only. */
export function ManageButton(props: { serverId: string } & Omit<TabContext, 'setting'>): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [open, setOpen] = useState(false)
  if (!isAdmin) return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListChecks aria-hidden />
        {t('manage.open')}
      </Button>
      {open && <ManageDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
