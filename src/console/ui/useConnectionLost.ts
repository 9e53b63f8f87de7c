import { useEffect, useState } from 'preact/hooks'
import { useConsole } from './consoleContext'

/** Whether the service cannot be reached at the moment. */
export function useConnectionLost(): boolean {
  const { connection } = useConsole()
  const [isLost, setLost] = useState(connection.isLost())
  useEffect(() => {
    const update = () => setLost(connection.isLost())
    // It may have changed between the rendering and this effect.
    update()
    return connection.subscribe(update)
  }, [connection])
  return isLost
}
