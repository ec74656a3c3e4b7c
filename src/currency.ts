/**
 * The currencies that an order may be priced in: the alphabetic codes of ISO 4217 that are money one can pay with (list one,
 * without funds, metals and test codes), as of 2026. A code that is younger has to be added here before a shop can take it.
 */
import { z } from "zod";

const codes = [
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP",
  "CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD",
  "JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN",
  "NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN",
  "SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG",
].flatMap((line) => line.split(" "));

/** A code as it comes in: "EUR". How many minor units one of it has is nobody's business here: amounts are whole minor units. */
export const currency = z.enum(codes);

/** Of an order whose buyer names none, where a deployment says nothing else. */
export const usualCurrency = "EUR";
