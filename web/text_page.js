// The pages of text (rules, problems, the contract) follow the settings of this device.

import { startSettings } from "./storage.js";

startSettings();
