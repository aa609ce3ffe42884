import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { Input } from './input.tsx'

/** A password input with a show/hide button. Uncontrolled unless `shown` is passed. */
export function PasswordInput({
  className,
  shown: given,
  onShown,
  ...props
}: Omit<ComponentProps<'input'>, 'type'> & { shown?: boolean; onShown?: (shown: boolean) => void }): ReactNode {
  const [own, setOwn] = useState(false)
  const shown = given ?? own
  const setShown = onShown ?? setOwn
  const t = useT('sdk')
  return (
    <div className="relative">
      <Input className={cn('pr-10', className)} {...props} type={shown ? 'text' : 'password'} />
      <button
        type="button"
        aria-label={t(shown ? 'action.hide' : 'action.show')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-faint hover:text-ink"
      >
        {shown ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
      </button>
    </div>
  )
}
