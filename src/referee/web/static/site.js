// What scripts add to pages that work without them. Each part looks for what it may improve.

import { startClocks } from "./clock.js";
import { startCopying } from "./copy.js";
import { startFolding } from "./more.js";
import { startLive } from "./live.js";
import { startMove } from "./move.js";
import { startSetup } from "./setup.js";

document.documentElement.classList.add("js");
startClocks();
startCopying();
startFolding();
startMove();
startSetup();
startLive();
