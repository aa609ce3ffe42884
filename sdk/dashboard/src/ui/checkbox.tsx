import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useImperativeHandle, useRef } from 'react'
import { cn } from '../cn.ts'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  /** shown next to the box; without it, pass an `aria-label` */
  label?: ReactNode
  hint?: ReactNode
  /** partially selected */
  indeterminate?: boolean
}

/** A checkbox. */
export function Checkbox({ label, hint, indeterminate = false, className, ref, ...props }: Props): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => box.current as HTMLInputElement, [])
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={cn('inline-flex items-start gap-2.5', className)}>
      <span className="relative mt-[3px] inline-grid size-4 shrink-0 place-items-center">
        <input
          ref={box}
          type="checkbox"
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-xs border border-line-strong bg-sunken/50 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-default disabled:opacity-50"
          {...props}
        />
        {indeterminate ? (
          <Minus className="pointer-events-none relative size-3 text-on-accent" strokeWidth={3} aria-hidden />
        ) : (
          <Check
            className="pointer-events-none relative hidden size-3 text-on-accent peer-checked:block"
            strokeWidth={3}
            aria-hidden
          />
        )}
      </span>
      {label !== undefined && (
        <span className="min-w-0">
          <span className="text-sm">{label}</span>
          {hint && <span className="block text-faint text-xs">{hint}</span>}
        </span>
      )}
    </label>
  )
}
