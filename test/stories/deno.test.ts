// The stories on deno.
import { tellAll } from './tell.ts'

tellAll('deno')
