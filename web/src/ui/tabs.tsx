// Tabs after the ARIA pattern: one stop for Tab, arrows move between them. They are links to their panels: the browser
// follows them before the scripts are here. Without scripts all panels are open.
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

type Tab = { id: string; label: string; panel: ReactNode }
type TabsProps = { label: string; tabs: readonly Tab[]; selected: string; onSelect: (id: string) => void }

export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isTakenOver, setTakenOver] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before
  useEffect(() => {
    const followed = tabs.find((tab) => location.hash === `#${base}-${tab.id}-panel`)
    if (followed) onSelect(followed.id)
    setTakenOver(true)
  }, [])

  function select(event: MouseEvent, id: string) {
    event.preventDefault()
    onSelect(id)
  }

  function onKeyDown(event: KeyboardEvent) {
    // A link is pressed by Enter alone, a tab by the space bar, too.
    if (event.key === ' ') event.preventDefault()
    const at = tabs.findIndex((tab) => tab.id === selected)
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = (target + tabs.length) % tabs.length
    onSelect(tabs[index]?.id ?? selected)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }

  return (
    <div data-waits={!isTakenOver || undefined} className="tabs">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-1 rounded-2xl bg-sunken p-1 noscript:hidden"
      >
        {tabs.map((tab) => (
          <a
            key={tab.id}
            href={`#${base}-${tab.id}-panel`}
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${base}-${tab.id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={(event) => select(event, tab.id)}
            className="grid min-h-11 flex-1 place-items-center rounded-xl px-2 font-semibold whitespace-nowrap text-muted sm:px-4 transition-colors hover:text-ink aria-selected:bg-card aria-selected:text-ink aria-selected:shadow-lift"
          >
            {tab.label}
          </a>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          className={`pt-4 ${tab.id === selected ? '' : 'hidden noscript:block'}`}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}
