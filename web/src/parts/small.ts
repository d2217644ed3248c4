/** Whether the window is a phone's: the board above, what is asked in a sheet below it. */
import { MediaQuery } from "svelte/reactivity";

export const small = new MediaQuery("(max-width: 760px) and (orientation: portrait), (max-width: 560px)");
