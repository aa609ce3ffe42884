import icon from './server.svg'

/** A server metric below an icon. Shared by both widgets of the collection. */
export function Metric({ name, value }: { name: string; value: string }) {
  return (
    <div style={{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: '0.375rem', height: '100%' }}>
      <img src={icon} alt="" width={24} height={24} />
      <strong style={{ fontSize: '1.75rem', lineHeight: 1.2 }}>{value}</strong>
      <span style={{ color: 'var(--muted)' }}>{name}</span>
    </div>
  )
}
